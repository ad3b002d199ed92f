//! A tree as text, for people: the nodes that the grammar names, one a line. It is for debugging, for example in a
//! failed assertion.

use std::fmt;

use super::SyntaxNode;

/// Each node with its label and rule, a terminal with its text, and the nodes in it indented below. It does not recurse.
///
/// ```text
/// object
///   member
///     key: string "\"a\""
///     value
/// ```
impl fmt::Debug for SyntaxNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, *self, 0)?;
        let mut ends = vec![self.range().end];
        for node in self.descendants() {
            while ends.last().is_some_and(|&end| end <= node.index()) {
                ends.pop();
            }
            f.write_str("\n")?;
            line(f, node, ends.len())?;
            ends.push(node.range().end);
        }
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, node: SyntaxNode<'_>, depth: usize) -> fmt::Result {
    write!(f, "{:width$}", "", width = 2 * depth)?;
    if let Some(label) = node.label() {
        write!(f, "{label}: ")?;
    }
    f.write_str(node.rule())?;
    if let Some(name) = node.alternative() {
        write!(f, " @as({name})")?;
    }
    // A node without shown children shows its text.
    if node.descendants().next().is_none() {
        write!(f, " {:?}", node.text())?;
    }
    Ok(())
}

//! Strongly connected components of relations between rules: the rules that can reach each other. The compiler shares them.

/// The end of an edge, with or without a remark.
pub trait EdgeTarget {
    /// Where it leads.
    fn vertex(&self) -> usize;
}

impl EdgeTarget for usize {
    fn vertex(&self) -> usize {
        *self
    }
}

impl EdgeTarget for (usize, bool) {
    fn vertex(&self) -> usize {
        self.0
    }
}

/// Returns for each vertex the number of its strongly connected component (Tarjan 1972, with an explicit stack).
pub fn components<E: EdgeTarget>(edges: &[Vec<E>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let (mut index, mut low, mut component) = (vec![NEW; edges.len()], vec![0; edges.len()], vec![NEW; edges.len()]);
    let (mut counter, mut count, mut open, mut calls) = (0, 0, Vec::new(), Vec::new());
    for root in 0..edges.len() {
        if index[root] == NEW {
            calls.push((root, 0));
        }
        while let Some((vertex, edge)) = calls.pop() {
            if edge == 0 {
                (index[vertex], low[vertex]) = (counter, counter);
                counter += 1;
                open.push(vertex);
            } else {
                let child = edges[vertex][edge - 1].vertex();
                if component[child] == NEW {
                    low[vertex] = low[vertex].min(low[child]);
                }
            }
            match edges[vertex].get(edge).map(EdgeTarget::vertex) {
                Some(child) if index[child] == NEW => calls.extend([(vertex, edge + 1), (child, 0)]),
                // Known vertices are dealt with when the edge is looked back at.
                Some(_) => calls.push((vertex, edge + 1)),
                None if low[vertex] == index[vertex] => {
                    while let Some(member) = open.pop() {
                        component[member] = count;
                        if member == vertex {
                            break;
                        }
                    }
                    count += 1;
                }
                None => {}
            }
        }
    }
    component
}

/// Numbers the cycles of a relation, from 1: the components with an edge. Vertices in no cycle have the number 0. For example, the edges
/// 0 → 1, 1 → 0 and 2 → 0 give the same number to 0 and 1, and 0 to 2.
pub fn cycles(edges: &[Vec<usize>]) -> Vec<u32> {
    let components = components(edges);
    let mut has_edge = vec![false; edges.len()];
    for (vertex, targets) in edges.iter().enumerate() {
        let component = components[vertex];
        has_edge[component] |= targets.iter().any(|&target| components[target] == component);
    }
    components.iter().map(|&component| if has_edge[component] { component as u32 + 1 } else { 0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::cycles;

    #[test]
    fn vertices_that_reach_each_other_share_a_number() {
        let edges = [vec![1], vec![2, 1], vec![0, 3], vec![4], vec![4], vec![0, 6], vec![3]];
        let found = cycles(&edges);
        assert!(found[0] != 0 && found[0] == found[1] && found[1] == found[2]);
        assert!(found[4] != 0 && found[4] != found[0]);
        assert_eq!([found[3], found[5], found[6]], [0; 3]);
    }
}

//! Computed fields: `:= e` as an expression of the tables, and the later items that it drives.

use grammarc_dsl::ast::{self, Expression as Written, ExpressionKind};
use grammarc_runtime::grammar::{Checksum, Codec, Expression, ExpressionId, Field, FieldId, Item, Label, Operator};

use super::scope::{Extent, Scope};
use super::{Lowering, Site};
use crate::resolve::{codec, constant};
use crate::walk;

/// An item that a field drives: its label, size or count, and the value.
type Driven = (String, Extent, ExpressionId);

impl Lowering<'_> {
    /// Gives an item its label and its field.
    pub(super) fn marked(&mut self, site: Site, item: &ast::Item, one: Item, scope: &mut Scope) -> Item {
        let codec = codec(self.program, site.file, item);
        let Some(value) = item.derive.as_ref().filter(|_| !walk::is_back_reference(item)) else {
            let label = item.label.as_ref().map(|label| scope.define(&label.text, codec));
            return Item { label, ..one };
        };
        let Some(codec) = codec else {
            let custom = Some(value).filter(|value| matches!(value.kind, ExpressionKind::Call { .. }));
            let field = custom.and_then(|value| self.expression(value, scope));
            let field = field.map(|of| self.field(site, item, value, None, of));
            let label = item.label.as_ref().map(|label| scope.define(&label.text, None));
            return Item { label, field, ..one };
        };
        // A driven item comes later. So neither its label nor the field's own may be visible yet.
        let field = self.expression(value, scope);
        let label = match &item.label {
            Some(label) => scope.number(&label.text),
            None => scope.fresh(),
        };
        let worth = self.add_expression(Expression::Value { label, codec });
        let driven = self.solved(value, worth, scope);
        if let Some(label) = &item.label {
            scope.define(&label.text, Some(codec));
        }
        if let Some((of, extent, amount)) = &driven {
            scope.drive(of, *extent, *amount);
        }
        let is_needed = item.label.is_some() || driven.is_some();
        let field = field.map(|of| self.field(site, item, value, Some(codec), of));
        Item { label: is_needed.then_some(label), field, ..one }
    }

    /// Adds a field: an item whose text is computed.
    fn field(
        &mut self,
        site: Site,
        item: &ast::Item,
        derive: &Written,
        codec: Option<Codec>,
        value: ExpressionId,
    ) -> FieldId {
        let text = &self.program.sources.files[site.file].text;
        let written = |span: &ast::Span| text.get(span.clone()).unwrap_or_default().to_owned();
        let name = item.label.as_ref().map_or_else(|| written(&item.primary.span), |label| label.text.clone());
        self.fields.push(Field { name: name.into(), written: written(&derive.span).into(), codec, value });
        FieldId(self.fields.len() as u32 - 1)
    }

    /// Adds an expression; none where it uses a label or function that has no number in the tables.
    pub(super) fn expression(&mut self, expression: &Written, scope: &mut Scope) -> Option<ExpressionId> {
        let expression = match &expression.kind {
            ExpressionKind::Integer(number) => Expression::Integer((*number).into()),
            ExpressionKind::Label(name) => value(name, scope)?,
            ExpressionKind::Call { function, labels } => match (function.text.as_str(), labels.as_slice()) {
                ("value", [label]) => value(&label.text, scope)?,
                ("size", [label]) => Expression::Size(scope.number(&label.text)),
                ("count", [label]) => Expression::Count(scope.number(&label.text)),
                ("offset", [label]) => Expression::Offset(scope.number(&label.text)),
                ("text" | "text_ci", _) => return None,
                (function, labels) => {
                    let numbers = numbers(labels, scope);
                    match Checksum::by_name(function).filter(|_| !labels.is_empty()) {
                        Some(checksum) => Expression::Checksum { checksum, labels: numbers },
                        None => Expression::Call { function: self.hooks.names.function(function), labels: numbers },
                    }
                }
            },
            ExpressionKind::Binary { left, operator, right } => {
                let (left, right) = (self.expression(left, scope)?, self.expression(right, scope)?);
                Expression::Binary { operator: known_operator(*operator), left, right }
            }
        };
        Some(self.add_expression(expression))
    }

    /// Adds an expression that is known while an input is parsed: it reads only earlier texts.
    pub(super) fn early(&mut self, expression: &Written, scope: &mut Scope) -> Option<ExpressionId> {
        is_early(expression, scope).then(|| self.expression(expression, scope)).flatten()
    }

    /// Puts bounds on a number.
    pub(super) fn within(
        &mut self,
        number: ExpressionId,
        (least, most): super::repeat::RepetitionBounds,
    ) -> ExpressionId {
        let mut number = number;
        for (operator, bound) in [(Operator::AtLeast, Some(least).filter(|least| *least > 0)), (Operator::AtMost, most)]
        {
            if let Some(bound) = bound {
                let right = self.add_expression(Expression::Integer(bound.into()));
                number = self.add_expression(Expression::Binary { operator, left: number, right });
            }
        }
        number
    }

    /// Solves `number = expression` for the one `size` or `count` of something later in it, if it is affine in that.
    fn solved(&mut self, expression: &Written, number: ExpressionId, scope: &mut Scope) -> Option<Driven> {
        match &expression.kind {
            ExpressionKind::Integer(_) | ExpressionKind::Label(_) => None,
            ExpressionKind::Call { function, labels } => {
                let [label] = labels.as_slice() else { return None };
                let extent = match function.text.as_str() {
                    "size" => Extent::Size,
                    "count" => Extent::Count,
                    _ => return None,
                };
                scope.find(&label.text).is_none().then(|| (label.text.clone(), extent, number))
            }
            ExpressionKind::Binary { left, operator, right } => {
                let (inner, outer, is_left) = match is_early(right, scope) {
                    true => (left, right, true),
                    false => (right, left, false),
                };
                let outer_number = self.early(outer, scope)?;
                let (operator, left, right) = match operator {
                    ast::Operator::Add => (Operator::Subtract, number, outer_number),
                    ast::Operator::Subtract if is_left => (Operator::Add, number, outer_number),
                    ast::Operator::Subtract => (Operator::Subtract, outer_number, number),
                    ast::Operator::Multiply if constant(outer) != Some(0) => (Operator::Exactly, number, outer_number),
                    ast::Operator::Multiply | ast::Operator::Divide => return None,
                };
                let number = self.add_expression(Expression::Binary { operator, left, right });
                self.solved(inner, number, scope)
            }
        }
    }

    fn add_expression(&mut self, expression: Expression) -> ExpressionId {
        let next = ExpressionId(self.expressions.len() as u32);
        *self.expression_ids.entry(expression.clone()).or_insert_with(|| {
            self.expressions.push(expression);
            next
        })
    }
}

fn value(name: &str, scope: &mut Scope) -> Option<Expression> {
    let codec = scope.codec(name)?;
    Some(Expression::Value { label: scope.number(name), codec })
}

fn numbers(labels: &[ast::Name], scope: &mut Scope) -> grammarc_runtime::grammar::Table<Label> {
    labels.iter().map(|label| scope.number(&label.text)).collect()
}

/// Whether an expression reads only earlier items, and nothing but their texts.
fn is_early(expression: &Written, scope: &Scope) -> bool {
    match &expression.kind {
        ExpressionKind::Integer(_) => true,
        ExpressionKind::Label(name) => scope.find(name).is_some(),
        ExpressionKind::Call { function, labels } => {
            matches!(function.text.as_str(), "value" | "size")
                && labels.iter().all(|label| scope.find(&label.text).is_some())
        }
        ExpressionKind::Binary { left, right, .. } => is_early(left, scope) && is_early(right, scope),
    }
}

fn known_operator(operator: ast::Operator) -> Operator {
    match operator {
        ast::Operator::Add => Operator::Add,
        ast::Operator::Subtract => Operator::Subtract,
        ast::Operator::Multiply => Operator::Multiply,
        ast::Operator::Divide => Operator::Divide,
    }
}

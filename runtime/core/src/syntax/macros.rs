//! Macros that define the views in generated code. Without them, generated code would repeat the same lines for each
//! rule.

/// Makes a type of generated code the view of a rule, or of one alternative of it.
#[doc(hidden)]
#[macro_export]
macro_rules! view {
    ($name:ident, $symbol:path $(, $alternative:literal)?) => {
        impl<'t> $crate::syntax::View<'t> for $name<'t> {
            fn cast(node: $crate::syntax::SyntaxNode<'t>) -> ::std::option::Option<Self> {
                let is_meant = node.symbol() == $symbol $(&& node.alternative_number() == $alternative)?;
                is_meant.then_some(Self(node))
            }

            fn syntax(self) -> $crate::syntax::SyntaxNode<'t> {
                self.0
            }
        }

        impl ::std::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// Defines the view of any rule, and the visitor, from the rules: `Any, Visitor; member: Member = s::MEMBER, …`.
#[doc(hidden)]
#[macro_export]
macro_rules! views {
    ($any:ident, $visitor:ident; $($method:ident: $name:ident = $symbol:path,)*) => {
        /// A node of any rule.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $any<'t> {
            $(
                #[doc = concat!("[`", stringify!($name), "`]")]
                $name($name<'t>),
            )*
        }

        impl<'t> $crate::syntax::View<'t> for $any<'t> {
            fn cast(node: $crate::syntax::SyntaxNode<'t>) -> ::std::option::Option<Self> {
                match node.symbol() {
                    $($symbol => $crate::syntax::View::cast(node).map(Self::$name),)*
                    _ => ::std::option::Option::None,
                }
            }

            fn syntax(self) -> $crate::syntax::SyntaxNode<'t> {
                match self {
                    $(Self::$name(node) => $crate::syntax::View::syntax(node),)*
                }
            }
        }

        impl ::std::fmt::Debug for $any<'_> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::syntax::View::syntax(*self).fmt(f)
            }
        }

        /// Is told of each node that [`visit`] comes to.
        pub trait $visitor<'t> {
            $(
                #[doc = concat!("A [`", stringify!($name), "`] begins.")]
                fn $method(&mut self, node: $name<'t>) {
                    let _ = node;
                }
            )*
        }

        /// Tells a visitor of a node and of all nodes below it, in preorder. It does not recurse.
        pub fn visit<'t>(node: $crate::syntax::SyntaxNode<'t>, visitor: &mut impl $visitor<'t>) {
            for node in ::std::iter::once(node).chain(node.descendants()) {
                match $crate::syntax::View::cast(node) {
                    $(::std::option::Option::Some($any::$name(node)) => visitor.$method(node),)*
                    ::std::option::Option::None => {}
                }
            }
        }
    };
}

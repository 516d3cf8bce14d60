//! Enums whose values are one word in JSON, in SQL and in addresses, from a single list.

/// Declares an enum of keywords with `ALL`, `as_str`, `Display`, `FromStr` and its JSON form.
macro_rules! keywords {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:tt),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $name { $($(#[$of])* #[serde(rename = $text)] $variant,)+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The keyword, as in JSON and SQL.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::problem::Fault;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::code::Code::InvalidValue.into()),
                }
            }
        }

        /// For rows, which store keywords as text.
        impl TryFrom<String> for $name {
            type Error = $crate::problem::Fault;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }
    };
}
pub(crate) use keywords;

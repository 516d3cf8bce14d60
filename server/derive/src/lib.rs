//! `#[derive(FromRow)]`: reads a struct with named fields from a row of either engine.
//!
//! sqlx has this derive too, but its macros compile sqlx, both database drivers and a TLS library a second
//! time for the machine that builds.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr, Result, Type};

/// Reads each field from the column of the same name.
///
/// `#[sqlx(rename = "…")]` names another column, `#[sqlx(try_from = "String")]` reads that type and converts it,
/// `#[sqlx(flatten)]` reads the field's own columns from the same row, `#[sqlx(skip)]` takes the default.
#[proc_macro_derive(FromRow, attributes(sqlx))]
pub fn from_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implementation(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else { return Err(not_a_row(input)) };
    let Fields::Named(fields) = &data.fields else { return Err(not_a_row(input)) };
    if !input.generics.params.is_empty() {
        return Err(not_a_row(input));
    }
    let mut bounds = Vec::new();
    let mut reads = Vec::new();
    for field in &fields.named {
        let (bound, read) = column(field, &Options::of(field)?);
        let name = &field.ident;
        bounds.extend(bound);
        reads.push(quote!(#name: #read));
    }
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl<'r, R: ::sqlx::Row> ::sqlx::FromRow<'r, R> for #name
        where
            &'r ::core::primitive::str: ::sqlx::ColumnIndex<R>,
            #(#bounds,)*
        {
            fn from_row(row: &'r R) -> ::core::result::Result<Self, ::sqlx::Error> {
                ::core::result::Result::Ok(Self { #(#reads),* })
            }
        }
    })
}

fn not_a_row(input: &DeriveInput) -> Error {
    Error::new_spanned(&input.ident, "FromRow reads structs with named fields and without parameters")
}

/// What the field's type must be able to do, and the expression that reads it.
fn column(field: &Field, options: &Options) -> (Option<TokenStream>, TokenStream) {
    let target = &field.ty;
    let name = match (&options.rename, &field.ident) {
        (Some(name), _) => name.clone(),
        (None, ident) => ident
            .as_ref()
            .map(|ident| ident.to_string().trim_start_matches("r#").to_owned())
            .unwrap_or_default(),
    };
    let decodes = |read: &Type| quote!(#read: ::sqlx::Decode<'r, <R as ::sqlx::Row>::Database> + ::sqlx::Type<<R as ::sqlx::Row>::Database>);
    if options.skip {
        (None, quote!(::core::default::Default::default()))
    } else if options.flatten {
        let read = quote!(<#target as ::sqlx::FromRow<'r, R>>::from_row(row)?);
        (Some(quote!(#target: ::sqlx::FromRow<'r, R>)), read)
    } else if let Some(source) = &options.try_from {
        let read = quote! {
            <#target as ::core::convert::TryFrom<#source>>::try_from(::sqlx::Row::try_get::<#source, _>(row, #name)?)
                .map_err(|error| ::sqlx::Error::ColumnDecode { index: #name.to_owned(), source: error.into() })?
        };
        (Some(decodes(source)), read)
    } else {
        (Some(decodes(target)), quote!(::sqlx::Row::try_get(row, #name)?))
    }
}

/// What `#[sqlx(…)]` says of a field.
#[derive(Default)]
struct Options {
    rename: Option<String>,
    try_from: Option<Type>,
    flatten: bool,
    skip: bool,
}

impl Options {
    fn of(field: &Field) -> Result<Self> {
        let mut options = Self::default();
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("sqlx")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    options.rename = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("try_from") {
                    options.try_from = Some(meta.value()?.parse::<LitStr>()?.parse()?);
                } else if meta.path.is_ident("flatten") {
                    options.flatten = true;
                } else if meta.path.is_ident("skip") {
                    options.skip = true;
                } else {
                    return Err(meta.error("expected rename, try_from, flatten or skip"));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

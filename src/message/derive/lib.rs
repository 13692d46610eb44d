//! `#[derive(Coded)]`, explained in the crate `arbitre-message`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, LitStr, Result, Token, Type, parse_macro_input, parse_quote};

/// Leaves out of the JSON each field that is `None`, and reads a missing one as `None`. It stands above the derives.
#[proc_macro_attribute]
pub fn omit_none(_: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut item = parse_macro_input!(item as DeriveInput);
    let fields: Vec<&mut Field> = match &mut item.data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => data.variants.iter_mut().flat_map(|variant| &mut variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in fields {
        if is_type(&field.ty, "Option") {
            field.attrs.push(parse_quote!(#[serde(default, skip_serializing_if = "Option::is_none")]));
        }
    }
    quote!(#item).into()
}

/// Makes an enum a family of codes, and an error; makes a struct one code.
#[proc_macro_derive(Coded, attributes(code))]
pub fn derive(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Whether `#[code(text)]` says that a field is formatted with `Display`, or `#[code(message)]` that its [`Param`] is always a message.
fn says(field: &Field, what: &str) -> Result<bool> {
    let Some(attribute) = field.attrs.iter().find(|attribute| attribute.path().is_ident("code")) else { return Ok(false) };
    let word: Ident = attribute.parse_args()?;
    if word == "text" || word == "message" { Ok(word == what) } else { Err(Error::new_spanned(word, "expected `text` or `message`")) }
}

fn is_type(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// One shape of the type: a variant, or the struct itself.
struct CodedShape<'a> {
    /// How it is matched, such as `Self::Full`.
    path: TokenStream,
    code: String,
    fields: &'a Fields,
    /// The name of the fields that are formatted with `Display`.
    text: Option<&'a Ident>,
}

impl CodedShape<'_> {
    /// The type of a field without a name, which must be the only one.
    fn unnamed(&self) -> Result<Option<&Type>> {
        match self.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(Some(&fields.unnamed[0].ty)),
            Fields::Unnamed(fields) => Err(Error::new_spanned(fields, "fields without names: expected one")),
            _ => Ok(None),
        }
    }

    /// The type whose message is that of the shape, if it has no separate code.
    fn inner(&self) -> Result<Option<&Type>> {
        Ok(self.unnamed()?.filter(|ty| !is_type(ty, "String")))
    }

    fn is_text(&self, field: &Field) -> Result<bool> {
        Ok(self.text.is_some_and(|name| field.ident.as_ref() == Some(name)) || says(field, "text")?)
    }

    /// The arms of `message` and `source`.
    fn arms(&self) -> Result<(TokenStream, TokenStream)> {
        let CodedShape { path, code, .. } = self;
        if self.inner()?.is_some() {
            return Ok((
                quote!(#path(inner) => ::message::Coded::message(inner)),
                quote!(#path(inner) => ::core::error::Error::source(inner)),
            ));
        }
        if self.unnamed()?.is_some() {
            let message = quote!(#path(why) => ::message::Message::new(#code, [("why", ::message::ToParam::to_param(why))]));
            return Ok((message, quote!(#path(_) => ::core::option::Option::None)));
        }
        let (mut names, mut params) = (Vec::new(), Vec::new());
        for field in self.fields {
            let Some(name) = &field.ident else { continue };
            params.push(if self.is_text(field)? {
                quote!(::message::Param::displayed(#name))
            } else {
                quote!(::message::ToParam::to_param(#name))
            });
            names.push(name);
        }
        let keys = names.iter().map(|name| name.to_string());
        let message = quote!(#path { #(#names),* } => ::message::Message::new(#code, [#((#keys, #params)),*]));
        let source = match names.iter().find(|name| **name == "source") {
            Some(_) => quote!(#path { source, .. } => ::core::option::Option::Some(source)),
            None => quote!(#path { .. } => ::core::option::Option::None),
        };
        Ok((message, source))
    }

    /// The entry in the table of codes.
    fn entry(&self) -> Result<Option<TokenStream>> {
        if self.inner()?.is_some() {
            return Ok(None);
        }
        let mut params = Vec::new();
        for field in self.fields {
            let (name, of) = (field.ident.as_ref().map_or("why".into(), Ident::to_string), &field.ty);
            params.push(if self.is_text(field)? {
                quote!((#name, ::message::ParamType::String))
            } else if says(field, "message")? {
                quote!((#name, ::message::ParamType::Message))
            } else {
                quote!((#name, <#of as ::message::ToParam>::TYPE))
            });
        }
        let code = &self.code;
        Ok(Some(quote!(::message::Code { name: #code, params: &[#(#params),*] })))
    }
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let Some(attribute) = input.attrs.iter().find(|attribute| attribute.path().is_ident("code")) else {
        return Err(Error::new_spanned(name, "expected #[code(\"family\")]"));
    };
    // `unsaid` is for types of tests, which no catalogue knows; another word is the name of the fields that are texts.
    let (family, word) = attribute.parse_args_with(|input: ParseStream| {
        let (family, more): (LitStr, _) = (input.parse()?, input.parse::<Option<Token![,]>>()?);
        more.map(|_| input.parse::<Ident>()).transpose().map(|word| (family.value(), word))
    })?;
    let is_said = word.as_ref().is_none_or(|word| word != "unsaid");
    let (mut shapes, text) = (Vec::new(), word.as_ref());
    match &input.data {
        Data::Struct(data) => shapes.push(CodedShape { path: quote!(Self), code: family.clone(), fields: &data.fields, text }),
        Data::Enum(data) => {
            for variant in &data.variants {
                let ident = &variant.ident;
                let code = format!("{family}.{}", snake_case(&ident.to_string()));
                shapes.push(CodedShape { path: quote!(Self::#ident), code, fields: &variant.fields, text });
            }
        }
        Data::Union(_) => return Err(Error::new_spanned(name, "a union has no variants")),
    }
    let (mut messages, mut sources, mut conversions, mut codes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut inner_types = Vec::new();
    for shape in &shapes {
        let (message, source) = shape.arms()?;
        messages.push(message);
        sources.push(source);
        codes.extend(shape.entry()?);
        inner_types.extend(shape.inner()?);
        if let Some(inner) = shape.inner()?.filter(|inner| !is_type(inner, "Message")) {
            let path = &shape.path;
            conversions.push(quote!(impl ::core::convert::From<#inner> for #name { fn from(inner: #inner) -> Self { #path(inner) } }));
        }
    }
    let of_family = format_ident!("sentences_of_{}", snake_case(&name.to_string()));
    let test = is_said.then(|| {
        quote! {
            #[cfg(test)]
            mod #of_family {
                #[test]
                fn the_catalogues_have_them() {
                    let flaws = ::message::flaws(#family, <super::#name as ::message::Coded>::CODES);
                    assert!(flaws.is_empty(), "{flaws:#?}");
                }
            }
        }
    });
    let registered = (is_said && !codes.is_empty()).then(|| quote!(::message::register!(<#name as ::message::Coded>::CODES);));
    let (generics, types, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::message::Coded for #name #types #bounds {
            const CODES: &'static [::message::Code] = &[#(#codes),*];
            fn families(each: &mut dyn FnMut(&'static [::message::Code])) {
                each(Self::CODES);
                #(<#inner_types as ::message::Coded>::families(each);)*
            }
            fn message(&self) -> ::message::Message { match self { #(#messages),* } }
        }
        impl #generics ::message::ToParam for #name #types #bounds {
            fn to_param(&self) -> ::message::Param { ::message::Param::from(::message::Coded::message(self)) }
        }
        impl #generics ::core::fmt::Display for #name #types #bounds {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { ::core::fmt::Display::fmt(&::message::Coded::message(self), f) }
        }
        impl #generics ::core::error::Error for #name #types #bounds {
            fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> { match self { #(#sources),* } }
        }
        #(#conversions)*
        #registered
        #test
    })
}

fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(character.to_lowercase());
    }
    text
}

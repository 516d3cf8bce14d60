// Stands in until the server's description is generated.
// biome-ignore lint/suspicious/noExplicitAny: every call is untyped meanwhile
export type paths = any;

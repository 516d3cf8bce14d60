declare module "virtual:chunk-files" {
  /** The entry script of every page. */
  export const entry: string;
  /** The libraries of every page. */
  export const framework: string[];
  /** The scripts of every page besides the entry and the libraries. */
  export const everyPage: string[];
  /** By module, relative to the site: files that the browser needs for it besides those of every page. */
  export const files: Record<string, { scripts: string[]; styles: string[] }>;
  /** The style sheets of every page. */
  export const everywhere: string[];
  /** The text of each style sheet, by its address. */
  export const sheets: Record<string, string>;
}

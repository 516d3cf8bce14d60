declare module "virtual:chunk-files" {
  /** The script that every page begins with. */
  export const entry: string;
  /** By module, relative to the site: what the browser needs for it besides what every page has. */
  export const files: Record<string, { scripts: string[]; styles: string[] }>;
  /** The style sheets of every page. */
  export const everywhere: string[];
  /** The text of each style sheet, by its address. */
  export const sheets: Record<string, string>;
}

/** The part of Eleventy that the site uses; the package has no types. */
declare module '@11ty/eleventy' {
  export interface EleventyConfig {
    setQuietMode(isQuiet: boolean): void;
    setUseGitIgnore(isUsed: boolean): void;
    addTemplate(path: string, content: string, data: object): void;
    addTransform(name: string, transform: (this: { page: { url: string } }, content: string) => string): void;
    amendLibrary(name: 'md', amend: (library: { set(options: object): void }) => void): void;
  }

  export interface RenderedPage {
    /** From the root of the site, beginning with `/`. */
    readonly url: string;
    readonly content: string;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: string | undefined; config: (config: EleventyConfig) => object },
    );
    toJSON(): Promise<readonly RenderedPage[]>;
  }
}

/** The terms of docs/GLOSSARY.md, in lower case, each with its sentence as plain text; those of one row also as one. */
export function glossaryTerms(markdown: string): { readonly [term: string]: string } {
  const rows = markdown.split('\n').flatMap((line) => {
    const [, words = '', meaning] = /^\| (\*\*.+?) \| (.+?) \|/.exec(line) ?? [];
    if (meaning === undefined) return [];
    const terms = [...words.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, bold = '']) => bold.split(', '));
    return [...terms, words.replaceAll('**', '')].map(
      (term) => [term.toLowerCase(), meaning.replaceAll(/[*`]/g, '')] as const,
    );
  });
  return Object.fromEntries(rows);
}

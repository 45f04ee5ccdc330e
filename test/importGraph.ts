/**
 * The import graph of `src`, types included, read with the TypeScript parser: what the laws of `tidy.test.ts` look at.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');

/** A file by its path in the project, with `/` between folders. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All TypeScript files below a folder of the project, by path. */
export function sourcesOf(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Each file with the files that it imports or exports from, by value or by type alone. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The graph of some files; imports of packages and of files outside of them are left out. */
export function importGraph(sources: readonly SourceFile[]): ImportGraph {
  const known = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map((source) => [source.path, new Set(importsOf(source).filter((target) => known.has(target)))]),
  );
}

function importsOf({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const add = (specifier: string): void => {
    if (specifier.startsWith('.')) found.push(relative(root, resolve(root, dirname(path), specifier)));
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
      add((node.moduleSpecifier as ts.StringLiteral).text);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      for (const argument of node.arguments) if (ts.isStringLiteralLike(argument)) add(argument.text);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add((node.argument.literal as ts.StringLiteral).text);
    ts.forEachChild(node, visit);
  };
  visit(parsed({ path, text }));
  return found;
}

/** The circles of a graph: groups of files each of which reaches all others by imports, sorted (Tarjan, 1972). */
export function circlesOf(graph: ImportGraph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const enter = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    open.push(file);
    for (const target of graph.get(file)!) {
      if (!index.has(target)) enter(target);
      else if (!open.includes(target)) continue;
      low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || graph.get(file)!.has(file)) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) enter(file);
  return circles;
}

/** The names of the types that a file exports, declared in it. */
export function exportedTypesOf(source: SourceFile): string[] {
  return parsed(source).statements.flatMap((statement) => {
    const isType =
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement);
    if (!isType || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return isExported ? [statement.name.text] : [];
  });
}

const trees = new Map<string, ts.SourceFile>();

function parsed({ path, text }: SourceFile): ts.SourceFile {
  const known = trees.get(path);
  if (known !== undefined && known.text === text) return known;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  trees.set(path, tree);
  return tree;
}

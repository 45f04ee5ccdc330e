import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The names that a module exports. */
export function exportedNames(entry: string): string[] {
  const { checker, module } = opened(entry);
  return checker.getExportsOfModule(module).map(({ name }) => name);
}

function opened(entry: string): { readonly checker: ts.TypeChecker; readonly module: ts.Symbol } {
  const { config } = ts.readConfigFile(`${root}tsconfig.test.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([`${root}${entry}`], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  return { checker, module: checker.getSymbolAtLocation(program.getSourceFile(`${root}${entry}`)!)! };
}

/**
 * Types of the project's own that the exported functions and types of a module name, and that the module does not
 * export.
 *
 * @param entry a module's path in the project
 * @returns `Volume of src/platform/volume/volume.ts, in newVolume`, in order of appearance
 */
export function unexportedTypes(entry: string): string[] {
  const { checker, module } = opened(entry);
  const resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exported = new Set(checker.getExportsOfModule(module).map(resolved));
  const missing = new Set<string>();

  function visit(node: ts.Node, of: ts.Symbol): void {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : null;
    const named = name === null ? undefined : checker.getSymbolAtLocation(name);
    if (named !== undefined) {
      const type = resolved(named);
      const [declaration] = type.declarations ?? [];
      const file = declaration?.getSourceFile().fileName ?? '';
      const isOwn = file.startsWith(`${root}src/`) && !ts.isTypeParameterDeclaration(declaration!);
      if (isOwn && !exported.has(type)) missing.add(`${type.name} of ${file.slice(root.length)}, in ${of.name}`);
    }
    ts.forEachChild(node, (child) => {
      if (!ts.isBlock(child)) visit(child, of);
    });
  }

  for (const symbol of exported)
    for (const declaration of symbol.declarations ?? [])
      if (
        ts.isFunctionDeclaration(declaration) ||
        ts.isInterfaceDeclaration(declaration) ||
        ts.isTypeAliasDeclaration(declaration)
      )
        visit(declaration, symbol);
  return [...missing];
}

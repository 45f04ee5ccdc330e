/** LogQL's grammar, as its own project publishes it. */
import { parser } from '@grafana/lezer-logql';

/** A node of the tree of a text, named as the grammar does. */
export type QueryNode = ReturnType<typeof parser.parse>['topNode'];

/** The tree of any text: what does not belong there is an error node in it. */
export function treeOf(text: string): QueryNode {
  return parser.parse(text).topNode;
}

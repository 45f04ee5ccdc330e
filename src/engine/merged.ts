/** One item of several lists, and which list it is of. */
export interface MergedItem<Item> {
  readonly item: Item;
  readonly list: number;
}

/** All items of several lists, each time the head that comes first: those of one list in their order there. */
export function* merged<Item>(
  lists: readonly (readonly Item[])[],
  comesFirst: (one: Item, other: Item) => boolean,
): Generator<MergedItem<Item>> {
  const next = lists.map(() => 0);
  for (;;) {
    let least: MergedItem<Item> | null = null;
    for (let list = 0; list < lists.length; list += 1) {
      const place = next[list]!;
      if (place === lists[list]!.length) continue;
      const item = lists[list]![place]!;
      if (least === null || comesFirst(item, least.item)) least = { item, list };
    }
    if (least === null) return;
    next[least.list]! += 1;
    yield least;
  }
}

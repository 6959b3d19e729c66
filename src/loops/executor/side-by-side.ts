/**
 * Splits what is asked for in one turn into groups that are done one after the other. Neighbours that may be under way
 * together form a group of at most `groupMax`; everything else is alone, for a later call may rest on what it does.
 */
export function groupsToDo<Item>(items: readonly Item[], mayShare: (item: Item) => boolean, groupMax: number): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && last.length < groupMax && mayShare(item) && last.every(mayShare)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** All of them at once, in the order asked. When some fail the first of them speaks, but only when all are done. */
export async function doTogether<Value>(works: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const settled = await Promise.allSettled(works.map((work) => work()));
  return settled.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

export type PageArguments = { first?: number; after?: string | null }

/** A connection; a cursor is the place in the list. */
export function pageOf<Item>(
  items: readonly Item[],
  { first = 10, after }: PageArguments,
  view: (item: Item) => object,
) {
  const start = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  const end = Math.min(items.length, start + first)
  return {
    nodes: items.slice(start, end).map(view),
    pageInfo: {
      hasNextPage: end < items.length,
      endCursor: end > start ? Buffer.from(String(end)).toString('base64url') : null,
    },
  }
}

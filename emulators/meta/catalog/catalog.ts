/** What a shop offers; `data` is as it was sent, field by field. */
export type CatalogItem = { id: string; data: Record<string, unknown> }

export type ItemRequest = { method: 'CREATE' | 'UPDATE' | 'DELETE'; data: { id: string } & Record<string, unknown> }

export type ItemError = { line: number; id: string; message: string }

/** Changes of many items: taken at once, done a little later. */
export type Batch = {
  handle: string
  requests: ItemRequest[]
  allowUpsert: boolean
  doneAt: string
  /** Null until it is done. */
  errors: ItemError[] | null
}

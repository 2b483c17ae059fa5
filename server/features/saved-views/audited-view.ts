import type { SavedView } from '#contract/saved-views.ts'

/** What the view searches for may be somebody's name, and stays out of the log. */
export const auditedView = ({
  name,
  filters: { search, ...filters },
  isShared,
}: Pick<SavedView, 'name' | 'filters' | 'isShared'>) => ({
  name,
  isShared,
  filters: { ...filters, isSearched: Boolean(search) },
})

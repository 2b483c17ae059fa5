/** What is asked about a view. */
export type ViewDialog = 'save' | 'edit' | 'delete'

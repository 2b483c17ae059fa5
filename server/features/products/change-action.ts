/** What the audit log calls a change: taking something out of use, or back into it, is told apart from the rest. */
export function changeAction(noun: 'product' | 'sku', changes: { isActive?: boolean }): string {
  if (changes.isActive === undefined) return `${noun}.update`
  return changes.isActive ? `${noun}.activate` : `${noun}.deactivate`
}

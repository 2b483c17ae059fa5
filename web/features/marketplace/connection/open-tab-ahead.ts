/**
 * A new tab whose address comes later. It opens while the click is still being handled, since browsers block what opens
 * after that; null where they block it anyway.
 */
export function openPendingTab(title: string) {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.title = title
  return {
    goTo: (url: string) => tab.location.replace(url),
    close: () => tab.close(),
  }
}

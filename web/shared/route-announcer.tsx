import { useEffect, useRef } from 'react'

/** Milliseconds: a menu that closes with the navigation first returns the focus to its button. */
const overlaysClosed = 50

type RouteAnnouncerProps = { path: string; title: string }

/**
 * Sets the document title and, after every navigation but the first, scrolls to the top and focuses the heading.
 * Rendered beside the lazy screen in the same Suspense, so that it runs when the screen is mounted.
 */
export function RouteAnnouncer({ path, title }: RouteAnnouncerProps) {
  const arrivedAt = useRef(path)

  usePageTitle(title)

  useEffect(() => {
    if (arrivedAt.current === path) return
    arrivedAt.current = path
    window.scrollTo(0, 0)
    setTimeout(focusHeading, overlaysClosed)
  }, [path])

  return null
}

/** Skipped when the person has already focused something on the screen. */
function focusHeading() {
  const screen = document.querySelector('main')
  if (screen !== document.activeElement && screen?.contains(document.activeElement)) return
  const heading = screen?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lockstep`
  }, [title])
}

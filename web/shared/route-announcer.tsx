import { useEffect, useRef } from 'react'

/** Milliseconds: a menu that closes with the navigation gives the focus back to its button, and that must come first. */
const overlaysClosed = 50

type RouteAnnouncerProps = { path: string; title: string }

/**
 * Names the document and, on every navigation but the first page, moves to the top and the focus to the heading.
 * Stands beside a lazy screen inside the same Suspense, so that it acts when the screen is there.
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

/** Unless somebody was quicker and is at work on the screen already. */
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

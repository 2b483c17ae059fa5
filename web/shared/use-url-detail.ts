import { useSearchParams } from 'wouter'

/** Marks the history entry that opening a detail made, so that closing it can go back instead of leaving a copy behind. */
export const openedFromList = { openedFromList: true }

/**
 * The detail that is open beside a list, and what is chosen inside it, both told by the URL: they survive reload, and
 * the back button closes the detail. `deeperNames` are of what is chosen further inside, which ends with it.
 */
export function useUrlDetail(name: string, insideName?: string, deeperNames: readonly string[] = []) {
  const [params, setParams] = useSearchParams()

  function open(id: string) {
    const next = currentParams()
    next.set(name, id)
    setParams(next, { state: openedFromList })
  }

  /** Shows another detail in the place of the open one, with nothing chosen inside it yet. */
  function swap(id: string) {
    const next = currentParams()
    next.set(name, id)
    if (insideName) next.delete(insideName)
    forgetDeeper(next)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  function close() {
    if (wasOpenedFromList()) return goBackOnce()
    const next = currentParams()
    next.delete(name)
    if (insideName) next.delete(insideName)
    forgetDeeper(next)
    setParams(next, { replace: true })
  }

  function choose(inside: string) {
    if (!insideName) return
    const next = currentParams()
    next.set(insideName, inside)
    forgetDeeper(next)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  function forgetDeeper(next: URLSearchParams) {
    for (const deeper of deeperNames) next.delete(deeper)
  }

  return { id: params.get(name), inside: insideName ? params.get(insideName) : null, open, swap, close, choose }
}

/** The address itself, not the last render's: a search box may have written to it a moment ago. */
const currentParams = () => new URLSearchParams(window.location.search)

function wasOpenedFromList(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'openedFromList' in state
}

let isGoingBack = false

/** Going back takes a moment, in which an impatient second Escape must not go back once more, out of the screen. */
function goBackOnce(): void {
  if (isGoingBack) return
  isGoingBack = true
  window.addEventListener('popstate', () => (isGoingBack = false), { capture: true, once: true })
  window.history.back()
}

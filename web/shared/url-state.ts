import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Access, allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { pauseInTyping } from './use-debounced.ts'

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

/** One choice that lives in the URL and survives reload; setting it makes no step of its own for the back button. */
export function useUrlParam(name: string) {
  const [params, setParams] = useSearchParams()

  function set(value: string | null) {
    // The address itself, not the last render's: a search box may have written to it a moment ago.
    const next = new URLSearchParams(window.location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  return [params.get(name), set] as const
}

/**
 * A dialog that the address opens, such as `?create=product`, so that any link can lead into it; closing it leaves the
 * screen's own address. Whoever may not do what it is for sees the screen alone.
 */
export function useUrlDialog(thing: 'product' | 'channel' | 'promotion', access: Access) {
  const { role } = useCurrentUser()
  const [created, setCreated] = useUrlParam('create')
  return {
    isOpen: created === thing && allows(access, role),
    open: () => setCreated(thing),
    close: () => setCreated(null),
  }
}

/** A search box whose term lives in the URL, so that it survives reload and back; `term` follows once typing pauses. */
export function useUrlSearch(name: string) {
  const [params, setParams] = useSearchParams()
  const term = params.get(name) ?? ''
  const [text, setText] = useState(term)
  const [knownTerm, setKnownTerm] = useState(term)
  const writing = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (term !== knownTerm) {
    setKnownTerm(term)
    if (text.trim() !== term) setText(term)
  }

  useEffect(() => () => clearTimeout(writing.current), [])

  function type(next: string) {
    setText(next)
    clearTimeout(writing.current)
    writing.current = setTimeout(() => {
      // The address itself, not the last render's: another box may have written to it a moment ago.
      setParams(withTerm(new URLSearchParams(window.location.search), name, next.trim()), {
        replace: true,
        state: window.history.state as unknown,
      })
    }, pauseInTyping)
  }

  return { text, term, setText: type }
}

function withTerm(params: URLSearchParams, name: string, term: string): URLSearchParams {
  if (term) params.set(name, term)
  else params.delete(name)
  return params
}

import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { sortsOf } from '#contract/paging.ts'
import { type Access, allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { pauseInTyping } from './use-debounced.ts'

/**
 * History state of an entry that was pushed by opening a detail: closing it goes back instead of pushing another entry.
 */
export const openedFromList = { openedFromList: true }

/**
 * The detail that is open beside a list (`name`) and what is chosen inside it (`insideName`), stored in the URL: it
 * survives a reload, and Back closes the detail. `deeperNames` are parameters further inside, which are removed when
 * `insideName` changes.
 */
export function useUrlDetail(name: string, insideName?: string, deeperNames: readonly string[] = []) {
  const [params, setParams] = useUrlParams()

  function open(id: string) {
    const next = currentParams()
    next.set(name, id)
    setParams(next, { state: openedFromList })
  }

  /** Replaces the open detail by another one, with nothing chosen inside it. */
  function swap(id: string) {
    const next = currentParams()
    next.set(name, id)
    if (insideName) next.delete(insideName)
    deleteDeeper(next)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  function close() {
    if (wasOpenedFromList()) return goBackOnce()
    const next = currentParams()
    next.delete(name)
    if (insideName) next.delete(insideName)
    deleteDeeper(next)
    setParams(next, { replace: true })
  }

  function choose(inside: string) {
    if (!insideName) return
    const next = currentParams()
    next.set(insideName, inside)
    deleteDeeper(next)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  function deleteDeeper(next: URLSearchParams) {
    for (const deeper of deeperNames) next.delete(deeper)
  }

  return { id: params.get(name), inside: insideName ? params.get(insideName) : null, open, swap, close, choose }
}

type NavigateOptions = { replace?: boolean; state?: unknown }

/**
 * The parameters of the URL. Those in `typedNames` hold text that may be a person's name or email address. They are kept in the fragment
 * (`#search=ana`), which browsers don't send: logs and proxies see the rest of a URL. Setting other parameters leaves the fragment alone.
 */
export function useUrlParams(typedNames: readonly string[] = []) {
  const [path, navigate] = useLocation()
  // Both subscribe to the address bar, which `currentParams` reads.
  useSearch()
  useLocationProperty(currentFragment)

  function setParams(next: URLSearchParams, options: NavigateOptions) {
    const query = new URLSearchParams(next)
    const fragment = typedNames.length > 0 ? `#${takeTyped(query, typedNames)}` : window.location.hash
    navigate(path + (query.size > 0 ? `?${query}` : '') + (fragment === '#' ? '' : fragment), options)
  }

  return [currentParams(typedNames), setParams] as const
}

const currentFragment = () => window.location.hash

/** Reads the address bar and not the last render: a search box may have changed it a moment ago. */
export function currentParams(typedNames: readonly string[] = []): URLSearchParams {
  const params = new URLSearchParams(window.location.search)
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  for (const name of typedNames) {
    const typed = fragment.get(name)
    if (typed) params.set(name, typed)
  }
  return params
}

/** Moves these parameters out of the query, into a fragment that keeps the typed texts of other search boxes. */
function takeTyped(query: URLSearchParams, typedNames: readonly string[]): string {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  for (const name of typedNames) {
    const typed = query.get(name)
    query.delete(name)
    if (typed) fragment.set(name, typed)
    else fragment.delete(name)
  }
  return fragment.toString()
}

function wasOpenedFromList(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'openedFromList' in state
}

let isGoingBack = false

/** Going back is asynchronous; a second Escape meanwhile must not go back again and leave the screen. */
function goBackOnce(): void {
  if (isGoingBack) return
  isGoingBack = true
  window.addEventListener('popstate', () => (isGoingBack = false), { capture: true, once: true })
  window.history.back()
}

/** A single parameter of the URL. Setting it replaces the history entry. */
export function useUrlParam(name: string) {
  const [params, setParams] = useUrlParams()

  function set(value: string | null) {
    const next = currentParams()
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  return [params.get(name), set] as const
}

/** By which column a list is sorted, with a minus before it for descending. Unknown columns count as none. */
export function useUrlSort<Id extends string>(ids: readonly Id[]) {
  const [text, setSort] = useUrlParam('sort')
  const sort = sortsOf(ids).find((one) => one === text)
  return { sort, setSort: (next: string | undefined) => setSort(next ?? null) }
}

/**
 * A dialog opened by the URL, such as `?create=product`, so that any link can lead to it. Closing it removes the
 * parameter. It does not open for a role without access.
 */
export function useUrlDialog(thing: 'product' | 'channel' | 'promotion' | 'order', access: Access) {
  const { role } = useCurrentUser()
  const [created, setCreated] = useUrlParam('create')
  return {
    isOpen: created === thing && allows(access, role),
    open: () => setCreated(thing),
    close: () => setCreated(null),
  }
}

/**
 * A search text stored in the URL. `text` is what is typed; `term` follows debounced and survives reload and Back. With `typedNames` it is
 * kept in the fragment.
 */
export function useUrlSearch(name: string, typedNames: readonly string[] = []) {
  const [params, setParams] = useUrlParams(typedNames)
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
      const params = withTerm(currentParams(typedNames), name, next.trim())
      setParams(params, { replace: true, state: window.history.state as unknown })
    }, pauseInTyping)
  }

  return { text, term, setText: type }
}

function withTerm(params: URLSearchParams, name: string, term: string): URLSearchParams {
  if (term) params.set(name, term)
  else params.delete(name)
  return params
}

import { useSearchParams } from 'wouter'

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

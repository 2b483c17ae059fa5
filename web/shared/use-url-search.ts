import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { pauseInTyping } from './use-debounced.ts'

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

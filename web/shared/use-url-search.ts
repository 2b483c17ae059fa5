import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'

const pauseInTyping = 250

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
      setParams((before) => withTerm(before, name, next.trim()), { replace: true })
    }, pauseInTyping)
  }

  return { text, term, setText: type }
}

function withTerm(before: URLSearchParams, name: string, term: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (term) after.set(name, term)
  else after.delete(name)
  return after
}

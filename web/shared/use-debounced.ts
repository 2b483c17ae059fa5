import { useEffect, useState } from 'react'

export const pauseInTyping = 250

/** The value, once it has not changed for `pause` milliseconds. */
export function useDebounced<Value>(value: Value, pause = pauseInTyping): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return debounced
}

import { useEffect, useState } from 'react'

export const pauseInTyping = 250

/** Follows a value once it has stood still for a moment. */
export function useDebounced<Value>(value: Value, pause = pauseInTyping): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}

import { useState } from 'react'

const step = 20

/** A long list that is there already, shown bit by bit. */
export function useShown<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(step)
  return { shown: rows.slice(0, count), showMore: () => setCount(count + step) }
}

import { useState } from 'react'

const pageSize = 20

/** A long list that is there already, shown bit by bit. */
export function useShowMore<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(pageSize)
  return { shown: rows.slice(0, count), showMore: () => setCount(count + pageSize) }
}

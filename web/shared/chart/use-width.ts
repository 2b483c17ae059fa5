import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, as long as it is there; what is given until it has been laid out. */
export function useWidth(ref: RefObject<Element | null>, beforehand: number): number {
  const [width, setWidth] = useState(beforehand)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth((before) => element.getBoundingClientRect().width || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

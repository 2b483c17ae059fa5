/** A new value is a new element, so that its entrance plays again. */
export function AnimatedNumber({ value }: { value: number }) {
  return (
    <span key={value} className="inline-block animate-tick">
      {value}
    </span>
  )
}

import { useEffect, useState } from 'react'

const stepDuration = 3600

/** Walks through the steps for ever; paused from the start for people who asked for less motion. */
export function useExampleStep(count: number) {
  const [step, setStep] = useState(0)
  const [isPlaying, setIsPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => setStep((current) => (current + 1) % count), stepDuration)
    return () => clearInterval(timer)
  }, [isPlaying, count])

  return { step, isPlaying, togglePlaying: () => setIsPlaying((current) => !current) }
}

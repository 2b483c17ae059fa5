/** Scrolls to a section and moves the focus to its heading, so that keyboard and screen reader follow the eye. */
export function goToSection(id: string) {
  const prefersStillness = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: prefersStillness ? 'auto' : 'smooth' })
  document.getElementById(`${id}-heading`)?.focus({ preventScroll: true })
}

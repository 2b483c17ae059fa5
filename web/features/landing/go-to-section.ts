/** Scrolls to a section and moves the focus to its heading, so that keyboard and screen reader follow the eye. */
export function scrollToSection(id: string) {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  document.getElementById(`${id}-heading`)?.focus({ preventScroll: true })
}

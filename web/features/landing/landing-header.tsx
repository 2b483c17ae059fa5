import { signInPath } from '#contract/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { sectionLinks } from './sections.ts'

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-30 border-b bg-surface/90 px-4 backdrop-blur-md md:px-8">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-6">
        <Logo />
        <nav aria-label="Sections" className="hidden gap-1 md:flex">
          {sectionLinks.map((section) => (
            <a
              key={section.id}
              href={`#${section.id}`}
              className="rounded-md px-3 py-2 font-medium text-muted transition-colors hover:text-ink"
            >
              {section.label}
            </a>
          ))}
        </nav>
        <LinkButton href={signInPath}>Admin Access</LinkButton>
      </div>
    </header>
  )
}

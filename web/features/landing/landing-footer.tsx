import { signInPath } from '#contract/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { sectionLinks } from './sections.ts'

const linkStyles = 'inline-flex min-h-10 items-center text-muted transition-colors hover:text-ink'

export function LandingFooter() {
  return (
    <footer className="border-t bg-raised px-4 py-10 md:px-8">
      <div className="mx-auto flex max-w-6xl flex-col gap-8 items-start md:flex-row md:items-center md:justify-between">
        <div className="grid gap-2">
          <Logo />
          <p className="text-sm text-muted">Inventory and orders, in step with Amazon.</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          {sectionLinks.map((section) => (
            <a key={section.id} href={`#${section.id}`} className={linkStyles}>
              {section.label}
            </a>
          ))}
          <a href={signInPath} className={linkStyles}>
            Sign in
          </a>
        </nav>
        <ThemeSwitch />
      </div>
      <p className="mx-auto mt-8 max-w-6xl text-xs text-muted">
        Amazon, eBay, Etsy and Meta are trademarks of their owners. Lockstep is not affiliated with them.
      </p>
    </footer>
  )
}

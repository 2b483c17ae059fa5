import { Logo } from '#web/ui/logo.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { ButtonsSection } from './buttons-section.tsx'
import { DataSection } from './data-section.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import { FormsSection } from './forms-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { TabsSection } from './tabs-section.tsx'
import { TokensSection } from './tokens-section.tsx'

/** Every piece of web/ui in its states, for those who build with them. */
export function UiGalleryPage() {
  return (
    <TooltipProvider>
      <SkipLink targetId="gallery" />
      <header className="mx-auto flex max-w-5xl items-center justify-between p-4">
        <Logo />
        <ThemeSwitch />
      </header>
      <main id="gallery" tabIndex={-1} className="mx-auto grid max-w-5xl gap-6 p-4 pb-24 outline-none">
        <PageHeader eyebrow="Development" title="All pieces" subtitle="What the screens are made of." />
        <TokensSection />
        <ButtonsSection />
        <FormsSection />
        <OverlaysSection />
        <DataSection />
        <TabsSection />
        <FeedbackSection />
      </main>
      <Toaster />
    </TooltipProvider>
  )
}

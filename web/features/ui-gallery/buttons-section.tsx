import RefreshCw from 'lucide-react/icons/refresh-cw'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { GallerySection } from './gallery-section.tsx'

export function ButtonsSection() {
  return (
    <GallerySection title="Buttons">
      <Button variant="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Danger</Button>
      <Button variant="primary" isPending>
        Pending
      </Button>
      <Button disabled>Disabled</Button>
      <BlockedButton reason="Only admins can do this.">Blocked</BlockedButton>
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
      <Tooltip content="Refresh">
        <Button size="icon" aria-label="Refresh">
          <RefreshCw aria-hidden />
        </Button>
      </Tooltip>
      <CopyButton text="PX-1042" label="Copy the code" />
      <LinkButton href="#buttons" variant="primary">
        Link
      </LinkButton>
    </GallerySection>
  )
}

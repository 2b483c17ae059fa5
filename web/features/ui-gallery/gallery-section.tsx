import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

type GallerySectionProps = { title: string; children: ReactNode }

export function GallerySection({ title, children }: GallerySectionProps) {
  return (
    <Card aria-label={title}>
      <CardHeader title={title} />
      <CardBody className="flex flex-wrap items-start gap-4">{children}</CardBody>
    </Card>
  )
}

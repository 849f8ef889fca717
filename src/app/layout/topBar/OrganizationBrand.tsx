import { customLogo } from '#contract/endpoints/account/account'
import { Brand } from '#src/components/brand/Brand'
import { useReply } from '#src/store/ask'

type Props = { name: string; logoUrl: string | null; organization: string }

/** The logo of a member's organization, or else the installation's. */
export function OrganizationBrand({ name, logoUrl, organization }: Props) {
  const { last } = useReply(customLogo, {}, organization)
  return <Brand name={name} logoUrl={last?.logoUrl ?? logoUrl} />
}

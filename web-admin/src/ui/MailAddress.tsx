// An e-mail address, which turns over before its @ where the line is short rather than within a word.
export function MailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@");
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

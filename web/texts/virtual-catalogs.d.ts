/** The languages of the app, as `catalog-plugin.ts` makes them from the files in `locales/`. */
declare module 'virtual:catalogs' {
  type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
  type Load = () => Promise<{ readonly texts: Readonly<Record<string, Text>> }>;

  export const CATALOGS: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly first: Load;
        readonly history: Load;
        readonly encryption: Load;
        readonly push: Load;
        readonly restore: Load;
        readonly notices: Load;
        readonly map: Load;
        readonly media: Load;
        readonly search: Load;
        readonly dashboards: Load;
        readonly inner: Load;
        readonly errors: Load;
      }
    >
  >;
}

/** What `--help` prints. */
export const HELP = `Porthole: what the internet sees of you.

Usage: porthole [COMMAND] [OPTIONS]

Commands:
  serve                     answer requests (the default)
  lookup IP|DOMAIN          describe an address or a name, without a server
      --v2                  the whole profile, and where each part comes from
      --json                print the V1 record, or the V2 record
  data status               what data there is, how old, under which licence
      --json                the same for programs
  data update               fetch newer data; a running server takes it up
      --only NAME           of this feed alone; may be given again
      --force               fetch what has not changed, take what has shrunk
  user add EMAIL            make an account; its password is read from standard
                            input, or asked for at a terminal
      --admin               an administrator's
  user password EMAIL       set a new password, read in the same way
  user tier EMAIL free|standard|vip
                            what the account may ask of V2
      --quota N             requests a month of each token of a vip
  user admin EMAIL          make a member an administrator
      --off                 take that away again
  user delete EMAIL         delete the account with its tokens and sessions
  token create EMAIL        make an API token and print it, this once
      --name TEXT           what its owner knows it by
      --replace             in the place of the one there is
  token revoke ID           make an API token void
  ban lift CIDR|ID          lift a ban that an administrator has pronounced
  backup FILE               write accounts, tokens, counts, the DNS index and
                            downloaded data into one archive; - is standard output
  restore FILE              put them back, with no server running; - is standard
                            input
      --force               in the place of what is in DATA_DIR

Those about users, tokens, bans and backup work beside a running server.

Options:
  -h, --help                show this text
  -V, --version             show the version

Configuration is read from environment variables; .env.example lists them.
Exit status: 0 done, 1 failed, 2 wrong usage or configuration.
`;

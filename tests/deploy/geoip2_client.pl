use strict;
use warnings;
use GeoIP2::WebService::Client;
use JSON::PP;

my ( $host, $token, $requests ) = @ARGV;
my $json = JSON::PP->new->canonical;
for ( @{ $json->decode($requests) } ) {
    my ( $service, $ip, $has_token ) = @$_;
    my $client = GeoIP2::WebService::Client->new(
        account_id  => 42,
        license_key => $has_token ? $token : 'not-a-license',
        host        => $host,
    );
    my $said = eval {
        my $found  = $client->$service( ip => $ip );
        my $traits = $found->traits;
        my $is_insights = $service eq 'insights';
        my %said = (
            city    => $found->can('city') ? $found->city->name : undef,
            country => $found->country->iso_code,
            asn     => $traits->autonomous_system_number,
            address => $traits->ip_address,
            isHosting => $is_insights
                ? $traits->is_hosting_provider ? \1 : \0
                : undef,
            remaining => $found->maxmind->queries_remaining,
        );
        delete $said{$_} for grep { !defined $said{$_} } keys %said;
        \%said;
    };
    my $error = $@;
    $said //= { error => $error->can('code') ? $error->code : ref $error };
    print $json->encode($said), "\n";
}
